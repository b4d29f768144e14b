pragma solidity 0.4.19;

contract Registrar {
    bool public unlocked = false;

    struct Entry {
        bytes32 name;
        address mapped;
    }

    mapping(address => Entry) public entries;
    mapping(bytes32 => address) public resolve;

    function register(bytes32 name, address mapped) public {
        Entry fresh; // expect: uninitialized-storage
        fresh.name = name;
        fresh.mapped = mapped;
        resolve[name] = mapped;
        require(unlocked);
    }
}
