// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

abstract contract Ownable {
    address private _owner;

    event OwnershipTransferred(address indexed from, address indexed to);

    error Unauthorized(address who);

    constructor() {
        _owner = msg.sender;
    }

    modifier onlyOwner() {
        _checkOwner();
        _;
    }

    function _checkOwner() internal view {
        if (_owner != msg.sender) revert Unauthorized(msg.sender);
    }

    function transferOwnership(address next) public onlyOwner {
        require(next != address(0), "zero");
        emit OwnershipTransferred(_owner, next);
        _owner = next;
    }
}

contract StrongOwnable is Ownable {
    bool private ready;
    uint256 public fee;

    modifier initializer() {
        require(!ready, "twice");
        ready = true;
        _;
    }

    receive() external payable {}

    function initialize(uint256 fee_) external initializer {
        fee = fee_;
    }

    function withdraw(address payable to) external onlyOwner {
        to.transfer(address(this).balance);
    }

    function kill() external onlyOwner {
        selfdestruct(payable(msg.sender));
    }
}
