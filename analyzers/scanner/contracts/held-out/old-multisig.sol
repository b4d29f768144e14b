pragma solidity ^0.4.11; // expect: floating-pragma, outdated-compiler

contract OldMultisig {
    address[] owners;
    uint public required;

    function initWallet(address[] _owners, uint _required) { // expect: default-visibility, unprotected-initializer
        owners = _owners;
        required = _required;
    }

    function execute(address to, uint value, bytes data) public {
        require(isOwner(msg.sender));
        to.call.value(value)(data); // expect: unchecked-call
    }

    function isOwner(address who) public constant returns (bool) {
        for (uint i = 0; i < owners.length; i++) { // expect: unbounded-loop
            if (owners[i] == who) return true;
        }
        return false;
    }

    function digest(bytes data) public constant returns (bytes32) {
        return sha3(data); // expect: deprecated
    }

    function () payable {} // expect: default-visibility
}
