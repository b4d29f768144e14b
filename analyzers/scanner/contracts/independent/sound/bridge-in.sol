pragma solidity ^0.8.15;

interface IERC20 {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

contract BridgeIn {
    event Locked(address token, address from, uint256 amount, bytes32 recipient);

    function lock(address token, uint256 amount, bytes32 recipient) external {
        address from = msg.sender;
        bool ok = IERC20(token).transferFrom(from, address(this), amount);
        require(ok, "failed");
        emit Locked(token, from, amount, recipient);
    }
}
