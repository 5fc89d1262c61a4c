"""A few short sequences of the campaign of faults (make campaign plays a thousand)."""

import pytest

from campaign import Plan, play


@pytest.mark.parametrize("seed", [2001, 2002, 2003, 2008])  # 2001 and 2008 with LMC 1, 2008 grows
def test_a_sequence_of_faults(seed, tmp_path):
    plan = Plan(seed, 10)
    fault, done, _ = play(plan, plan.events, tmp_path)
    assert fault is None, f"event {done} of {plan.events}: {fault}"
