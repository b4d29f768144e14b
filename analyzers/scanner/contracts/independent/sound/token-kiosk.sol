pragma solidity ^0.8.1;

interface IERC20 {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

library SafeERC20 {
    function safeTransfer(IERC20 token, address to, uint256 value) internal {
        (bool ok, bytes memory data) = address(token).call(abi.encodeWithSelector(token.transfer.selector, to, value));
        require(ok && (data.length == 0 || abi.decode(data, (bool))), "transfer");
    }

    function safeTransferFrom(IERC20 token, address from, address to, uint256 value) internal {
        (bool ok, bytes memory data) = address(token).call(
            abi.encodeWithSelector(token.transferFrom.selector, from, to, value)
        );
        require(ok && (data.length == 0 || abi.decode(data, (bool))), "transferFrom");
    }
}

contract TokenKiosk {
    using SafeERC20 for IERC20;

    IERC20 public immutable goods;
    IERC20 public immutable money;
    uint256 public immutable rate;

    constructor(IERC20 g, IERC20 m, uint256 r) {
        goods = g;
        money = m;
        rate = r;
    }

    function buy(uint256 pay) external {
        money.safeTransferFrom(msg.sender, address(this), pay);
        goods.safeTransfer(msg.sender, pay * rate);
    }
}
