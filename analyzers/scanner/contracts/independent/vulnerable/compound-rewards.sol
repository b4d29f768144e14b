pragma solidity 0.8.15;

interface ISwapRouter {
    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256);
}

contract CompoundRewards {
    ISwapRouter immutable swapper;
    address immutable reward;
    address immutable want;

    constructor(ISwapRouter s, address r, address w) {
        swapper = s;
        reward = r;
        want = w;
    }

    function compound(uint256 amount) external returns (uint256) {
        return swapper.exactInputSingle( // expect: front-running
            ISwapRouter.ExactInputSingleParams({
                tokenIn: reward,
                tokenOut: want,
                fee: 3000,
                recipient: address(this),
                deadline: block.timestamp,
                amountIn: amount,
                amountOutMinimum: 0,
                sqrtPriceLimitX96: 0
            })
        );
    }
}
