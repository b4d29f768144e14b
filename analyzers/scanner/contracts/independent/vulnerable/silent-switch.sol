pragma solidity 0.7.1;

contract SilentSwitch {
    address public operator = msg.sender;
    uint256 public gauge;

    function setOperator(address next) external {
        require(msg.sender == operator, "operator");
        require(next != address(0), "zero");
        operator = next; // expect: missing-event
    }

    function set(uint256 g) external {
        require(msg.sender == operator, "operator");
        gauge = g;
    }
}
