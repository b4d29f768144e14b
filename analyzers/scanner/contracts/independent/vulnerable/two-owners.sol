pragma solidity ^0.5.2;

contract Base {
    address internal owner = msg.sender;
    uint256 public quota = 10;

    function setQuota(uint256 q) external {
        require(msg.sender == owner);
        quota = q;
    }
}

contract Shop is Base {
    address internal owner; // expect: shadowed-state
    uint256 public stock;

    function restock(uint256 n) external {
        require(msg.sender == owner && n <= quota);
        stock = n;
    }
}
