// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

interface IBorrower {
    function onLoan(uint256 amount, bytes calldata data) external;
}

contract LoanBook {
    using SafeERC20 for IERC20;

    IERC20 public immutable asset;
    uint256 public pooled;
    mapping(address => uint256) public shares;
    uint256 public totalShares;

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    function flash(uint256 amount, bytes calldata data) external {
        uint256 before = asset.balanceOf(address(this));
        asset.safeTransfer(msg.sender, amount);
        IBorrower(msg.sender).onLoan(amount, data);
        require(asset.balanceOf(address(this)) >= before, "not returned");
    }

    function join(uint256 amount) external {
        uint256 part = totalShares == 0 ? amount : (amount * totalShares) / pooled;
        asset.safeTransferFrom(msg.sender, address(this), amount); // expect: reentrancy-no-eth
        shares[msg.sender] += part;
        totalShares += part;
        pooled += amount;
    }

    function exit(uint256 part) external {
        uint256 amount = (part * pooled) / totalShares;
        shares[msg.sender] -= part;
        totalShares -= part;
        pooled -= amount;
        asset.safeTransfer(msg.sender, amount);
    }

    function joinFor(address payer, uint256 amount) external {
        asset.safeTransferFrom(payer, address(this), amount); // expect: arbitrary-transfer-from
        shares[msg.sender] += amount;
    }
}
