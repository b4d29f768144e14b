pragma solidity ^0.4.18; // expect: floating-pragma, outdated-compiler

contract Holder {
    uint limit = 5;
}

contract OldRecords is Holder {
    uint limit = 9; // expect: shadowed-state
    mapping(address => uint[]) lists;

    struct Row {
        uint id;
        string text;
    }

    mapping(uint => Row) rows;

    function oldRecords() public { // expect: wrong-constructor
        limit = 3;
    }

    function write(uint id, string text) public {
        require(id < limit);
        Row storage row; // expect: uninitialized-storage
        row.id = id;
        row.text = text;
    }

    function read(uint id) public view returns (string) {
        Row storage row = rows[id];
        return row.text;
    }
}
