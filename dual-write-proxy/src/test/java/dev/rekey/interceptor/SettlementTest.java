package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.rekey.interceptor.LegStatement.Role;
import dev.rekey.interceptor.Settlement.Acknowledge;
import dev.rekey.interceptor.Settlement.Remedy;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SettlementTest {
  private final LegEnd written =
      new LegEnd(LegEnd.Outcome.WRITTEN, Optional.empty(), Optional.empty());
  private final LegEnd inDoubt = LegEnd.inDoubt(new DriverTimeoutException("late"));
  private final LegEnd notSent = LegEnd.notSent(new NoNodeAvailableException());
  private final LegEnd refused = LegEnd.notSent(new InvalidQueryException(null, "no"));

  @Test
  void bothWrittenOwesNothing() {
    Settlement both = Settlement.of(written, written, Acknowledge.WHEN_BOTH_WRITTEN);
    assertThat(both.owed()).isEmpty();
    assertThat(both.error()).isEmpty();
  }

  @Test
  void aFailedFollowLegIsOwedAndAcknowledgedOnlyOutsideStrictPhases() {
    Settlement relaxed = Settlement.of(written, notSent, Acknowledge.WHEN_JOURNALLED);
    assertThat(relaxed.owed()).isEqualTo(Set.of(Role.FOLLOW));
    assertThat(relaxed.error()).isEmpty();
    Settlement strict = Settlement.of(written, inDoubt, Acknowledge.WHEN_BOTH_WRITTEN);
    assertThat(strict.owed()).isEqualTo(Set.of(Role.FOLLOW));
    assertThat(strict.error()).isEqualTo(inDoubt.error());
    assertThat(Settlement.of(written, refused, Acknowledge.WHEN_JOURNALLED).remedy())
        .as("what the leading table has is never taken back")
        .isEqualTo(Remedy.REPLAY);
  }

  @Test
  void aFailedLeadLegIsTheApplicationsErrorAndOwedUnlessNothingWasWrittenAnywhere() {
    assertThat(Settlement.of(inDoubt, written, Acknowledge.WHEN_JOURNALLED))
        .isEqualTo(new Settlement(Set.of(Role.LEAD), Remedy.REPLAY, inDoubt.error()));
    assertThat(Settlement.of(notSent, written, Acknowledge.WHEN_JOURNALLED).owed())
        .isEqualTo(Set.of(Role.LEAD));
    assertThat(Settlement.of(inDoubt, notSent, Acknowledge.WHEN_JOURNALLED).owed())
        .isEqualTo(Set.of(Role.LEAD, Role.FOLLOW));
    assertThat(Settlement.of(notSent, inDoubt, Acknowledge.WHEN_JOURNALLED).owed())
        .isEqualTo(Set.of(Role.LEAD, Role.FOLLOW));
    Settlement nowhere = Settlement.of(notSent, refused, Acknowledge.WHEN_JOURNALLED);
    assertThat(nowhere.owed()).isEmpty();
    assertThat(nowhere.error()).isEqualTo(notSent.error());
  }

  @Test
  void whatTheLeadRefusedIsTakenBackFromTheFollow() {
    assertThat(Settlement.of(refused, written, Acknowledge.WHEN_JOURNALLED))
        .isEqualTo(new Settlement(Set.of(Role.FOLLOW), Remedy.COPY, refused.error()));
    assertThat(Settlement.of(refused, inDoubt, Acknowledge.WHEN_BOTH_WRITTEN))
        .isEqualTo(new Settlement(Set.of(Role.FOLLOW), Remedy.COPY, refused.error()));
    assertThat(Settlement.of(refused, refused, Acknowledge.WHEN_JOURNALLED).owed()).isEmpty();
  }
}
