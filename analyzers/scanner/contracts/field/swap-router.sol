// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IERC20 {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function approve(address spender, uint256 value) external returns (bool);
    function balanceOf(address who) external view returns (uint256);
}

interface IPool {
    function swap(uint256 in0, uint256 minOut, address to) external returns (uint256);
}

contract SwapRouter {
    mapping(address => uint256) public feesOf;

    function swap(IPool pool, IERC20 token, uint256 amount, uint256 minOut) external returns (uint256 out) {
        require(token.transferFrom(msg.sender, address(this), amount), "in");
        token.approve(address(pool), amount); // expect: unchecked-transfer
        out = pool.swap(amount, minOut, msg.sender);
    }

    function swapFor(address user, IPool pool, IERC20 token, uint256 amount) external {
        require(token.transferFrom(user, address(pool), amount), "in"); // expect: arbitrary-transfer-from
        pool.swap(amount, 0, msg.sender);
    }

    function sweep(IERC20 token) external {
        token.transfer(msg.sender, token.balanceOf(address(this))); // expect: unchecked-transfer, unprotected-withdraw
    }

    function permitAll(address[] calldata tokens, address spender) external {
        for (uint256 i; i < tokens.length; ++i) {
            require(IERC20(tokens[i]).approve(spender, type(uint256).max), "approve"); // expect: calls-in-loop
        }
    }
}
