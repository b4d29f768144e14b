pragma solidity 0.4.25;

contract Treasury {
    address private chairman;

    function constructor() public { // expect: wrong-constructor | unprotected-owner
        chairman = msg.sender;
    }

    function () external payable {}

    function pay(address to, uint amount) external {
        require(msg.sender == chairman);
        to.transfer(amount);
    }
}
