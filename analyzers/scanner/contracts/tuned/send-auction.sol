// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract SendAuction {
    address payable public leader;
    uint256 public highest;
    mapping(address => uint256) public refunds;

    function bid() external payable {
        require(msg.value > highest, "too low");
        if (leader != address(0)) {
            leader.send(highest); // expect: unchecked-send, reentrancy-limited-gas
        }
        leader = payable(msg.sender);
        highest = msg.value;
    }

    function refund() external {
        uint256 amount = refunds[msg.sender];
        payable(msg.sender).transfer(amount); // expect: reentrancy-limited-gas
        refunds[msg.sender] = 0;
    }

    function refundSafely() external {
        uint256 amount = refunds[msg.sender];
        refunds[msg.sender] = 0;
        bool sent = payable(msg.sender).send(amount);
        require(sent, "failed");
    }
}
