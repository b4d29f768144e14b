pragma solidity ^0.8.0;

contract FamilyWallet {
    address immutable parent;

    constructor() payable {
        parent = msg.sender;
    }

    modifier onlyParent() {
        require(tx.origin == parent, "parent only"); // expect: tx-origin
        _;
    }

    function pay(address payable to, uint256 amount) external onlyParent {
        to.transfer(amount);
    }

    receive() external payable {}
}
