pragma solidity ^0.8.7;

contract Lighthouse {
    address public lampKeeper;
    address public nextKeeper;
    uint256 public brightness;

    event KeeperProposed(address keeper);
    event KeeperChanged(address keeper);

    constructor() {
        lampKeeper = msg.sender;
    }

    function setBrightness(uint256 b) external {
        if (msg.sender != lampKeeper) revert("keeper only");
        brightness = b;
    }

    function propose(address next) external {
        if (msg.sender != lampKeeper) revert("keeper only");
        nextKeeper = next;
        emit KeeperProposed(next);
    }

    function accept() external {
        require(msg.sender == nextKeeper);
        lampKeeper = msg.sender;
        nextKeeper = address(0);
        emit KeeperChanged(msg.sender);
    }
}
