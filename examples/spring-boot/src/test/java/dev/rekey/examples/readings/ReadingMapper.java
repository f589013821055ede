package dev.rekey.examples.readings;

import com.datastax.oss.driver.api.mapper.annotations.DaoFactory;
import com.datastax.oss.driver.api.mapper.annotations.Mapper;

/** Makes the DAO. */
@Mapper
public interface ReadingMapper {
  @DaoFactory
  ReadingDao readings();
}
