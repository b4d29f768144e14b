pragma solidity ^0.8.7;

contract Lighthouse {
    address public lampKeeper;
    uint256 public brightness;

    event KeeperChanged(address keeper);

    constructor() {
        lampKeeper = msg.sender;
    }

    function setBrightness(uint256 b) external {
        if (msg.sender != lampKeeper) revert("keeper only");
        brightness = b;
    }

    function handOver(address next) external { // expect: unprotected-owner
        require(next != address(0), "zero");
        lampKeeper = next;
        emit KeeperChanged(next);
    }

    function drain() external {
        if (msg.sender != lampKeeper) revert("keeper only");
        payable(msg.sender).transfer(address(this).balance);
    }

    receive() external payable {}
}
