pragma solidity ^0.8.6;

interface IRouter {
    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory);
}

contract TreasurySwap {
    IRouter public immutable router;
    address public immutable manager = msg.sender;

    constructor(IRouter r) {
        router = r;
    }

    function rebalance(uint256 amount, address[] calldata path) external {
        require(msg.sender == manager, "manager");
        router.swapExactTokensForTokens(amount, 0, path, address(this), block.timestamp); // expect: front-running
    }
}
