// SPDX-License-Identifier: MIT
pragma solidity ^0.8.13;

contract VaultClone {
    address public governor;
    address public asset;

    event Ready(address governor);

    error AlreadySet();

    function setup(address governor_, address asset_) external {
        if (governor != address(0)) revert AlreadySet();
        require(governor_ != address(0) && asset_ != address(0), "zero");
        governor = governor_;
        asset = asset_;
        emit Ready(governor_);
    }
}
