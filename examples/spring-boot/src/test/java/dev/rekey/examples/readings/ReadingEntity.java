package dev.rekey.examples.readings;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import java.time.Instant;

/** A row for the driver's own object mapper. */
@Entity
@CqlName("readings")
public class ReadingEntity {
  @PartitionKey private String sensorId;
  @ClusteringColumn private Instant ts;
  private Double value;
  private String note;

  public ReadingEntity() {}

  ReadingEntity(String sensorId, Instant ts, Double value, String note) {
    this.sensorId = sensorId;
    this.ts = ts;
    this.value = value;
    this.note = note;
  }

  public String getSensorId() {
    return sensorId;
  }

  public void setSensorId(String sensorId) {
    this.sensorId = sensorId;
  }

  public Instant getTs() {
    return ts;
  }

  public void setTs(Instant ts) {
    this.ts = ts;
  }

  public Double getValue() {
    return value;
  }

  public void setValue(Double value) {
    this.value = value;
  }

  public String getNote() {
    return note;
  }

  public void setNote(String note) {
    this.note = note;
  }
}
