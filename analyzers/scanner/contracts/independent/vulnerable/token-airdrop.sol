pragma solidity ^0.8.7;

interface IERC20 {
    function transferFrom(address, address, uint256) external returns (bool);
}

contract TokenAirdrop {
    IERC20 immutable token;

    constructor(IERC20 t) {
        token = t;
    }

    function drop(address[] calldata to, uint256 each) external {
        for (uint256 i = 0; i < to.length; i++) {
            require(token.transferFrom(msg.sender, to[i], each), "failed"); // expect: calls-in-loop
        }
    }
}
