pragma solidity ^0.8.7;

interface ICoordinator {
    function requestRandomWords(bytes32 key, uint64 sub, uint16 conf, uint32 gasLimit, uint32 n) external returns (uint256);
}

contract VrfDraw {
    ICoordinator immutable coordinator;
    uint64 immutable sub;
    address[] public entrants;
    address public winner;

    constructor(ICoordinator c, uint64 s) {
        coordinator = c;
        sub = s;
    }

    function enter() external {
        require(entrants.length < 100, "full");
        entrants.push(msg.sender);
    }

    function request() external returns (uint256) {
        return coordinator.requestRandomWords(bytes32(0), sub, 3, 100_000, 1);
    }

    function rawFulfillRandomWords(uint256, uint256[] memory words) external {
        require(msg.sender == address(coordinator), "coordinator");
        winner = entrants[words[0] % entrants.length];
    }
}
