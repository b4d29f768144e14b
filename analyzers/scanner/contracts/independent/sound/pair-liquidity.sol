pragma solidity =0.5.16;

import './Math.sol';

interface IERC20 {
    function balanceOf(address) external view returns (uint);
}

contract PairLiquidity {
    address public token0;
    address public token1;
    uint112 private reserve0;
    uint112 private reserve1;
    uint public totalSupply;
    mapping(address => uint) public balanceOf;
    uint private unlocked = 1;

    modifier lock() {
        require(unlocked == 1, 'LOCKED');
        unlocked = 0;
        _;
        unlocked = 1;
    }

    constructor(address a, address b) public {
        token0 = a;
        token1 = b;
    }

    function add(uint x, uint y) internal pure returns (uint z) {
        require((z = x + y) >= x, 'overflow');
    }

    function sub(uint x, uint y) internal pure returns (uint z) {
        require((z = x - y) <= x, 'underflow');
    }

    function mul(uint x, uint y) internal pure returns (uint z) {
        require(y == 0 || (z = x * y) / y == x, 'overflow');
    }

    function _mint(address to, uint value) internal {
        totalSupply = add(totalSupply, value);
        balanceOf[to] = add(balanceOf[to], value);
    }

    function mint(address to) external lock returns (uint liquidity) {
        uint balance0 = IERC20(token0).balanceOf(address(this));
        uint balance1 = IERC20(token1).balanceOf(address(this));
        uint amount0 = sub(balance0, reserve0);
        uint amount1 = sub(balance1, reserve1);
        liquidity = Math.sqrt(mul(amount0, amount1));
        require(liquidity > 0, 'NOTHING');
        _mint(to, liquidity);
        reserve0 = uint112(balance0);
        reserve1 = uint112(balance1);
    }
}
