pragma solidity 0.7.6; // expect: outdated-compiler

contract PointsLedger {
    mapping(address => uint128) public points;
    uint128 public issued;
    address public immutable issuer;

    constructor() {
        issuer = msg.sender;
    }

    function issue(address to, uint128 amount) external {
        require(msg.sender == issuer, "not the issuer");
        issued = issued + amount; // expect: integer-overflow
        points[to] = points[to] + amount; // expect: integer-overflow
    }

    function burn(uint128 amount) external {
        require(amount <= points[msg.sender], "too much");
        points[msg.sender] -= amount;
    }

    function gift(address to, uint128 amount) external {
        points[msg.sender] -= amount; // expect: integer-overflow
        points[to] += amount; // expect: integer-overflow
    }
}
