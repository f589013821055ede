package dev.rekey.examples.readings;

import com.datastax.dse.driver.api.mapper.reactive.MappedReactiveResultSet;
import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Delete;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.Update;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** What the driver's mapper makes statements of. */
@Dao
public interface ReadingDao {
  @Insert
  void save(ReadingEntity reading);

  @Insert
  CompletionStage<Void> saveLater(ReadingEntity reading);

  @Update
  void update(ReadingEntity reading);

  @Delete(entityClass = ReadingEntity.class)
  void delete(String sensorId, Instant ts);

  @Select
  ReadingEntity find(String sensorId, Instant ts);

  @Query("SELECT * FROM readings WHERE sensor_id = :sensor AND ts >= :since AND ts < :until")
  PagingIterable<ReadingEntity> between(String sensor, Instant since, Instant until);

  @Select
  MappedReactiveResultSet<ReadingEntity> findReactive(String sensorId, Instant ts);
}
