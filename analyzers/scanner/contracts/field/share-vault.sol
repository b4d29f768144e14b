// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

contract ShareVault is ERC20 {
    using SafeERC20 for IERC20;
    using Math for uint256;

    IERC20 private immutable _asset;

    event Deposit(address indexed caller, address indexed receiver, uint256 assets, uint256 shares);
    event Withdraw(address indexed caller, address indexed receiver, address indexed holder, uint256 assets, uint256 shares);

    constructor(IERC20 asset_) ERC20("Share", "SHR") {
        _asset = asset_;
    }

    function totalAssets() public view returns (uint256) {
        return _asset.balanceOf(address(this));
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return assets.mulDiv(totalSupply() + 1, totalAssets() + 1);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = convertToShares(assets);
        _asset.safeTransferFrom(msg.sender, address(this), assets);
        _mint(receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
    }

    function withdraw(uint256 assets, address receiver, address holder) external returns (uint256 shares) {
        shares = convertToShares(assets);
        if (msg.sender != holder) _spendAllowance(holder, msg.sender, shares);
        _burn(holder, shares);
        _asset.safeTransfer(receiver, assets);
        emit Withdraw(msg.sender, receiver, holder, assets, shares);
    }
}
