// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22; // expect: floating-pragma

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts-upgradeable/proxy/utils/UUPSUpgradeable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";

contract UpgradeableStore is Initializable, OwnableUpgradeable, UUPSUpgradeable {
    mapping(bytes32 => bytes32) private values;
    address public writer;

    event WriterChanged(address indexed writer);

    constructor() {
        _disableInitializers();
    }

    function initialize(address owner_, address writer_) external initializer {
        __Ownable_init(owner_);
        _setWriter(writer_);
    }

    function setWriter(address writer_) external onlyOwner {
        _setWriter(writer_);
    }

    function put(bytes32 key, bytes32 value) external {
        if (_msgSender() != writer) revert("not the writer");
        values[key] = value;
    }

    function get(bytes32 key) external view returns (bytes32) {
        return values[key];
    }

    function _setWriter(address writer_) private {
        if (writer_ == address(0)) revert("zero");
        writer = writer_;
        emit WriterChanged(writer_);
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}
}
