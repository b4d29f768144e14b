pragma solidity ^0.4.21;

contract PaperLock {
    address public owner = msg.sender;
    string public motto;

    event OwnerChanged(address from, address to);

    modifier onlyOwner() {
        owner == msg.sender;
        _;
    }

    function () public payable {}

    function changeOwner(address to) public onlyOwner { // expect: unprotected-owner
        require(to != address(0));
        OwnerChanged(owner, to);
        owner = to;
    }

    function cashOut(uint amount) public onlyOwner {
        msg.sender.transfer(amount); // expect: unprotected-withdraw
    }
}
