pragma solidity ^0.4.20;

contract DynamicPyramid {
    address private creator;
    uint public fee = 5;

    function PiramidaDynamic() public { // expect: unprotected-owner | wrong-constructor
        creator = msg.sender;
    }

    function enter() public payable {
        require(msg.value >= 1 finney);
    }

    function takeFees() public {
        if (msg.sender == creator) creator.transfer(this.balance);
    }
}
