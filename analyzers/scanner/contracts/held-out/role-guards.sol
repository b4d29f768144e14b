// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import "@openzeppelin/contracts/access/AccessControl.sol";
import "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

contract RoleGuards is AccessControl {
    using SafeERC20 for IERC20;

    bytes32 public constant KEEPER = keccak256("KEEPER");
    address public vault;

    event VaultChanged(address indexed to);

    constructor(address admin) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    receive() external payable {}

    function setVault(address to) external onlyRole(KEEPER) {
        require(to != address(0), "zero");
        vault = to;
        emit VaultChanged(to);
    }

    function push(uint256 amount) external {
        _checkRole(KEEPER);
        (bool ok, ) = vault.call{value: amount}("");
        require(ok, "failed");
    }

    function pushToken(IERC20 token, uint256 amount) external {
        require(hasRole(KEEPER, msg.sender), "not a keeper");
        token.safeTransfer(vault, amount);
    }
}
