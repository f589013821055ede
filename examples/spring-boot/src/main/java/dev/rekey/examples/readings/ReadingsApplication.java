package dev.rekey.examples.readings;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Records one reading if it is given one, as {@code --sensor=s1 --value=20.5}. */
@SpringBootApplication
public class ReadingsApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(ReadingsApplication.class, arguments);
  }
}
