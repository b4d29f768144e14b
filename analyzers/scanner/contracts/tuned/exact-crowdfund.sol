// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract ExactCrowdfund {
    address payable public immutable maker = payable(msg.sender);
    uint256 public immutable ends = block.timestamp + 30 days;

    function give() external payable {
        require(block.timestamp < ends, "over");
    }

    function finish() external {
        require(address(this).balance == 10 ether, "not full"); // expect: strict-balance
        require(block.timestamp % 15 == 0, "not yet"); // expect: timestamp-dependence
        maker.transfer(address(this).balance);
    }

    function finishSafely() external {
        require(address(this).balance >= 10 ether, "not full");
        require(block.timestamp >= ends, "not yet");
        maker.transfer(address(this).balance);
    }
}
