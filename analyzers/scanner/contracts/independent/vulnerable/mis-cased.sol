pragma solidity ^0.4.16;

contract SharedWallet {
    address public owner;

    function Sharedwallet() public { // expect: wrong-constructor | unprotected-owner
        owner = msg.sender;
    }

    function () public payable {}

    function spend(address to, uint amount) public {
        require(msg.sender == owner);
        to.transfer(amount);
    }
}
