pragma solidity 0.8.10;

contract ShadowParam {
    address public owner = msg.sender;
    uint256 public cap;

    function check(address owner) public view returns (bool) { // expect: shadowed-name
        return owner == msg.sender;
    }

    function setCap(uint256 next) external {
        require(check(owner));
        cap = next;
    }
}
