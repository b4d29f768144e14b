pragma solidity ^0.8.5;

contract InterestCalc {
    uint256 public constant BASE = 10_000;
    mapping(address => uint256) public principal;

    function lend() external payable {
        principal[msg.sender] += msg.value;
    }

    function interest(address who, uint256 rate, uint256 months) external view returns (uint256) {
        return principal[who] * rate * months / BASE;
    }

    function withdraw(uint256 amount) external {
        principal[msg.sender] -= amount;
        payable(msg.sender).transfer(amount);
    }
}
