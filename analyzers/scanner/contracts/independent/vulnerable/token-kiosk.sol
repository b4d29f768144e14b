pragma solidity ^0.8.1;

interface IERC20 {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

contract TokenKiosk {
    IERC20 public immutable goods;
    IERC20 public immutable money;
    uint256 public immutable rate;

    constructor(IERC20 g, IERC20 m, uint256 r) {
        goods = g;
        money = m;
        rate = r;
    }

    function buy(uint256 pay) external {
        money.transferFrom(msg.sender, address(this), pay); // expect: unchecked-transfer
        goods.transfer(msg.sender, pay * rate); // expect: unchecked-transfer
    }
}
