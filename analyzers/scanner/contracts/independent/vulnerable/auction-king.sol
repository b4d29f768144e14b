pragma solidity ^0.4.18;

contract AuctionKing {
    address public king;
    uint public crown;
    mapping(address => uint) owedTo;

    function claimThrone() public payable {
        require(msg.value > crown);
        owedTo[king] += crown;
        king = msg.sender;
        crown = msg.value;
    }

    function fetch() public {
        uint amt = owedTo[msg.sender];
        if (amt > 0) {
            if (!msg.sender.call.value(amt)()) { // expect: reentrancy
                revert();
            }
            owedTo[msg.sender] = 0;
        }
    }
}
