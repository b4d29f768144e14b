// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IERC20 {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

contract CarelessStaking {
    IERC20 public immutable token;
    mapping(address => uint256) public staked;

    constructor(IERC20 token_) {
        token = token_;
    }

    function stake(uint256 amount) external {
        staked[msg.sender] += amount;
        token.transferFrom(msg.sender, address(this), amount); // expect: unchecked-transfer
    }

    function stakeFor(address from, uint256 amount) external {
        staked[msg.sender] += amount;
        require(token.transferFrom(from, address(this), amount), "failed"); // expect: arbitrary-transfer-from
    }

    function unstake(uint256 amount) external {
        require(staked[msg.sender] >= amount, "too much");
        require(token.transfer(msg.sender, amount), "failed"); // expect: reentrancy-no-eth
        staked[msg.sender] -= amount;
    }

    function unstakeSafely(uint256 amount) external {
        staked[msg.sender] -= amount;
        bool ok = token.transfer(msg.sender, amount);
        require(ok, "failed");
    }
}
