package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import dev.rekey.interceptor.LegStatement.Role;
import dev.rekey.interceptor.Settlement.Acknowledge;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SettlementTest {
  private final Throwable inDoubt = new DriverTimeoutException("late");
  private final Throwable notSent = new NoNodeAvailableException();

  @Test
  void bothWrittenOwesNothing() {
    Settlement both = Settlement.of(null, null, Acknowledge.WHEN_BOTH_WRITTEN);
    assertThat(both.owed()).isEmpty();
    assertThat(both.error()).isEmpty();
  }

  @Test
  void aFailedFollowLegIsOwedAndAcknowledgedOnlyOutsideStrictPhases() {
    Settlement relaxed = Settlement.of(null, notSent, Acknowledge.WHEN_JOURNALLED);
    assertThat(relaxed.owed()).isEqualTo(Set.of(Role.FOLLOW));
    assertThat(relaxed.error()).isEmpty();
    Settlement strict = Settlement.of(null, inDoubt, Acknowledge.WHEN_BOTH_WRITTEN);
    assertThat(strict.owed()).isEqualTo(Set.of(Role.FOLLOW));
    assertThat(strict.error()).contains(inDoubt);
  }

  @Test
  void aFailedLeadLegIsTheApplicationsErrorAndOwedUnlessNothingWasWrittenAnywhere() {
    assertThat(Settlement.of(inDoubt, null, Acknowledge.WHEN_JOURNALLED))
        .isEqualTo(new Settlement(Set.of(Role.LEAD), java.util.Optional.of(inDoubt)));
    assertThat(Settlement.of(notSent, null, Acknowledge.WHEN_JOURNALLED).owed())
        .isEqualTo(Set.of(Role.LEAD));
    assertThat(Settlement.of(inDoubt, notSent, Acknowledge.WHEN_JOURNALLED).owed())
        .isEqualTo(Set.of(Role.LEAD, Role.FOLLOW));
    assertThat(Settlement.of(notSent, inDoubt, Acknowledge.WHEN_JOURNALLED).owed())
        .isEqualTo(Set.of(Role.LEAD, Role.FOLLOW));
    Settlement nowhere = Settlement.of(notSent, notSent, Acknowledge.WHEN_JOURNALLED);
    assertThat(nowhere.owed()).isEmpty();
    assertThat(nowhere.error()).contains(notSent);
  }
}
