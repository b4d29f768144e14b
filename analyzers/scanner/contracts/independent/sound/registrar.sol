pragma solidity 0.4.19;

contract Registrar {
    struct Entry {
        bytes32 name;
        address mapped;
    }

    mapping(address => Entry) public entries;
    mapping(bytes32 => address) public resolve;

    function register(bytes32 name, address mapped) public {
        require(resolve[name] == 0);
        Entry memory fresh;
        fresh.name = name;
        fresh.mapped = mapped;
        entries[msg.sender] = fresh;
        Entry storage mine = entries[msg.sender];
        resolve[mine.name] = mapped;
    }
}
