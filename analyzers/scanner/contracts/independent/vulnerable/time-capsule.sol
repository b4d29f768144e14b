pragma solidity ^0.6.1;

contract TimeCapsule {
    mapping(address => uint256) public sealed_;
    mapping(address => uint256) public opensAt;

    function seal() external payable {
        sealed_[msg.sender] += msg.value;
        opensAt[msg.sender] = now + 52 weeks;
    }

    function extend(uint256 extra) external {
        opensAt[msg.sender] += extra; // expect: integer-overflow
    }

    function open() external {
        require(now > opensAt[msg.sender]);
        uint256 amount = sealed_[msg.sender];
        sealed_[msg.sender] = 0;
        msg.sender.transfer(amount);
    }
}
