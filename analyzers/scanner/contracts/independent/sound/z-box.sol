pragma solidity ^0.8.21;

contract ZBox {
    mapping(address => address) a;
    mapping(address => uint256) v;

    event Y(address x, address y);

    function g(address y) external {
        require(y != address(0));
        a[msg.sender] = y;
        emit Y(msg.sender, y);
    }

    function f(address x, uint256 w) external {
        address s = msg.sender;
        require(s == x || s == a[x]);
        v[x] = w;
    }

    function h(address x) external view returns (uint256) {
        return v[x];
    }
}
