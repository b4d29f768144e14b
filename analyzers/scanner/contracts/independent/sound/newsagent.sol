pragma solidity ^0.4.15;

contract Newsagent {
    mapping(address => uint) public refunds;
    address supplier;

    function Newsagent(address s) public { supplier = s; }

    function order() public payable {
        uint cut = msg.value / 10;
        refunds[msg.sender] += cut;
        if (!supplier.call.value(msg.value - cut)()) throw;
    }

    function getRefund() public {
        uint r = refunds[msg.sender];
        refunds[msg.sender] = 0;
        if (!msg.sender.send(r)) {
            refunds[msg.sender] = r;
        }
    }
}
