pragma solidity ^0.8.21;

contract ZBox {
    address a;
    uint256 v;

    event Y(address y);

    constructor() {
        a = msg.sender;
    }

    function f(uint256 w) external {
        address s = msg.sender;
        require(s == a);
        v = w;
    }

    function g(address y) external { // expect: unprotected-owner
        require(y != address(0));
        a = y;
        emit Y(y);
    }

    function h() external view returns (uint256) {
        return v;
    }
}
