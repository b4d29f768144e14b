pragma solidity 0.6.12;

import "./IERC20.sol";

contract StakeBook {
    IERC20 token;
    mapping(address => uint256) staked;

    constructor(IERC20 t) public {
        token = t;
    }

    function stake(uint256 amount) external {
        require(staked[msg.sender] + amount >= amount, "overflow");
        staked[msg.sender] += amount;
        token.transferFrom(msg.sender, address(this), amount); // expect: unchecked-transfer
    }
}
