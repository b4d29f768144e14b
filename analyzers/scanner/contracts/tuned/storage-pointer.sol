pragma solidity 0.4.24; // expect: outdated-compiler

contract Keyed {
    address internal admin = msg.sender;
}

contract StoragePointer is Keyed {
    address internal admin; // expect: shadowed-state

    struct Entry {
        address who;
        uint256 amount;
    }

    Entry[] private entries;

    function add(uint256 amount) public {
        Entry entry; // expect: uninitialized-storage
        entry.who = msg.sender;
        entry.amount = amount;
        entries.push(entry);
    }

    function addSafely(uint256 amount) public {
        Entry memory entry;
        entry.who = msg.sender;
        entry.amount = amount;
        entries.push(entry);
    }

    function first() public view returns (address) {
        Entry storage entry = entries[0];
        return entry.who;
    }
}
