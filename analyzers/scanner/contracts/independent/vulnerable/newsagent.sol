pragma solidity ^0.4.15;

contract Newsagent {
    mapping(address => uint) public refunds;
    address supplier;

    function Newsagent(address s) public { supplier = s; }

    function order() public payable {
        refunds[msg.sender] += msg.value / 10;
        supplier.call.value(msg.value - msg.value / 10)(); // expect: unchecked-call
    }

    function getRefund() public {
        uint r = refunds[msg.sender];
        refunds[msg.sender] = 0;
        msg.sender.transfer(r);
    }
}
