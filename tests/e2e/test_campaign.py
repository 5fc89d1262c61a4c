"""A few short sequences of the campaign of faults (make campaign plays a thousand)."""

import pytest

from campaign import Plan, play


@pytest.mark.parametrize("seed", range(2001, 2004))
def test_a_sequence_of_faults(seed, tmp_path):
    plan = Plan(seed, 10)
    fault, done, _ = play(plan, plan.events, tmp_path)
    assert fault is None, f"event {done} of {plan.events}: {fault}"
