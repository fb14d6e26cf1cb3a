"""Games as environments for PettingZoo and Gymnasium, which must be installed. An action is an index in the list of legal actions;
an observation is a dictionary of `observation` (`Game.observation`) and `action_mask`."""

from typing import Any, Callable, Dict, Mapping, Optional, Tuple, Union

import gymnasium
import numpy
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ._engines import Game, Rules
from .serve import index_below

Observation = Dict[str, NDArray[Any]]


def _space(rules: Rules, actions: int) -> spaces.Dict:
    size = len(rules.observation_names)
    return spaces.Dict({"observation": spaces.Box(-numpy.inf, numpy.inf, (size,), numpy.float32),
                        "action_mask": spaces.Box(0, 1, (actions,), numpy.int8)})


def _index(action: Any, count: int, agent: str) -> int:
    index = index_below(count, action)
    if index is None:
        raise ValueError(f"{agent} has the actions 0 to {count - 1}, not {action!r}")
    return index


def _observed(game: Game, seat: int, actions: int) -> Observation:
    mask = numpy.zeros(actions, numpy.int8)
    if seat in game.wanted:
        count = game.count(seat)
        if count > actions:
            raise ValueError(f"seat {seat} has {count} legal actions; the environment was made for at most {actions}: actions={count}")
        mask[:count] = 1
    return {"observation": game.observation(seat), "action_mask": mask}


class _Seats:
    """The seats of a game as agents, `seat_0`, `seat_1` ..., with their spaces."""

    def __init__(self, rules: Rules, actions: int = 512) -> None:
        self.metadata = {"name": f"tribunal_{rules.game}", "is_parallelizable": False, "render_modes": []}
        self.rules, self.actions, self.render_mode, self._deal = rules, actions, None, 0
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.players)]
        self.observation_spaces = {agent: _space(rules, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _start(self, seed: Optional[int]) -> None:
        self._deal = self._deal + 1 if seed is None else seed
        self.game = self.rules.deal(self._deal)
        self.agents = self.possible_agents[:]

    def observe(self, agent: str) -> Observation:
        return _observed(self.game, self.possible_agents.index(agent), self.actions)

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None


class Table(_Seats, AECEnv):  # type: ignore[misc]
    """All seats of a game in turn. Seats that decide at the same time are asked one after another, and none sees what the others of them
    chose. The reward is the score at the end. `reset(seed)` deals; without a seed the next deal."""

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self._start(seed)
        self._choices: Dict[int, Union[int, str]] = {}
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _next(self) -> None:
        """Selects the next seat to be asked, or ends the game."""
        if self.game.over:
            scores = self.game.outcome().scores
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent], self.terminations[agent] = scores[seat], True
            self.agent_selection = self.possible_agents[0]
            return
        self.agent_selection = self.possible_agents[next(seat for seat in self.game.wanted if seat not in self._choices)]

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._choices[seat] = _index(action, self.game.count(seat), agent)
        self._cumulative_rewards[agent] = 0
        if len(self._choices) == len(self.game.wanted):
            self.game.apply(self._choices)
            self._choices = {}
        self._next()
        self._accumulate_rewards()


class ParallelTable(_Seats, ParallelEnv):  # type: ignore[misc]
    """All seats of a game at once. Seats that decide at the same time (a bid, a pass, a vote) do so in one step. The mask of a seat that is
    not asked is all 0, and its action is ignored. The reward is the score at the end. `reset(seed)` deals; without a seed the next deal."""

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Observation], Dict[str, Dict[str, Any]]]:
        self._start(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> Dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> Tuple[Dict[str, Observation], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Dict[str, Any]]]:
        asked = [(seat, self.possible_agents[seat]) for seat in self.game.wanted]
        self.game.apply({seat: _index(actions[agent], self.game.count(seat), agent) for seat, agent in asked if agent in actions})
        over, agents = self.game.over, self.agents
        scores = self.game.outcome().scores
        seen, rewards = self._observations(), {agent: float(scores[seat]) if over else 0.0 for seat, agent in enumerate(agents)}
        if over:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), {agent: {} for agent in agents}


def sensible(game: Game, seat: int) -> int:
    """The action that `Game.value_actions` values highest, the first of equal ones."""
    return int(game.value_actions(seat).argmax())


class Seat(gymnasium.Env[Any, Any]):
    """One seat of a game; a policy plays all others. The reward is the seat's score at the end."""

    def __init__(self, rules: Rules, seat: int = 0, others: Callable[[Game, int], Union[int, str]] = sensible, actions: int = 512) -> None:
        self.rules, self.seat, self.others, self.actions = rules, seat, others, actions
        self.observation_space = _space(rules, actions)
        self.action_space = spaces.Discrete(actions)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Observation, Dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(1000):  # in some deals the seat is never asked
            self.game = self.rules.deal(int(self.np_random.integers(2**63)))
            self._play(None)
            if not self.game.over:
                return _observed(self.game, self.seat, self.actions), {}
        raise ValueError(f"seat {self.seat} was not asked in 1000 deals; the table has the seats 0 to {self.rules.players - 1}")

    def _play(self, action: Optional[int]) -> None:
        """Plays until the seat is asked."""
        while not self.game.over and (action is not None or self.seat not in self.game.wanted):
            choices = {seat: self.others(self.game, seat) for seat in self.game.wanted if seat != self.seat}
            if action is not None:
                choices[self.seat], action = action, None
            self.game.apply(choices)

    def step(self, action: int) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        if self.game.over:
            raise ValueError("the game is over; expected reset()")
        self._play(_index(action, self.game.count(self.seat), f"seat {self.seat}"))
        over = self.game.over
        return _observed(self.game, self.seat, self.actions), float(self.game.outcome().scores[self.seat]) if over else 0.0, over, False, {}
