pragma solidity ^0.8.0;

contract FamilyWallet {
    address immutable parent;

    constructor() payable {
        parent = msg.sender;
    }

    modifier onlyParent() {
        require(msg.sender == parent, "parent only");
        require(msg.sender == tx.origin, "no contracts");
        _;
    }

    function pay(address payable to, uint256 amount) external onlyParent {
        to.transfer(amount);
    }

    receive() external payable {}
}
