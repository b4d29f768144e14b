pragma solidity ^0.8.2;

contract UpgradeAnyone {
    address public implementation;

    event Upgraded(address impl);

    function upgradeTo(address impl) external { // expect: unprotected-owner
        require(impl.code.length > 0, "no code");
        implementation = impl;
        emit Upgraded(impl);
    }

    fallback() external payable {
        address target = implementation;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
