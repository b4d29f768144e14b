// SPDX-License-Identifier: MIT
pragma solidity ^0.8.13;

contract VaultClone {
    address public governor;
    address public asset;
    uint16 public feeBps;

    event Ready(address governor);

    function setup(address governor_, address asset_, uint16 feeBps_) external { // expect: unprotected-initializer | unprotected-owner
        require(governor_ != address(0) && asset_ != address(0), "zero");
        require(feeBps_ <= 1000, "fee");
        governor = governor_;
        asset = asset_;
        feeBps = feeBps_;
        emit Ready(governor_);
    }

    function setFee(uint16 next) external {
        require(msg.sender == governor, "governor");
        require(next <= 1000, "fee");
        feeBps = next;
    }
}
