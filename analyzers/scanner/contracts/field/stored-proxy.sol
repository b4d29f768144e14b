// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract StoredProxy {
    bytes32 private constant SLOT = bytes32(uint256(keccak256("proxy.implementation")) - 1);
    address private immutable ruler;

    constructor(address logic, address ruler_) {
        require(logic != address(0) && ruler_ != address(0), "zero");
        ruler = ruler_;
        _store(logic);
    }

    function upgradeTo(address logic) external {
        require(msg.sender == ruler, "not the ruler");
        require(logic.code.length > 0, "no code");
        _store(logic);
    }

    function _store(address logic) private {
        bytes32 slot = SLOT;
        assembly { // expect: assembly
            sstore(slot, logic)
        }
    }

    function _logic() private view returns (address logic) {
        bytes32 slot = SLOT;
        assembly { // expect: assembly
            logic := sload(slot)
        }
    }

    function _delegate(address logic) private {
        assembly { // expect: assembly
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), logic, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    fallback() external payable {
        _delegate(_logic());
    }
}
