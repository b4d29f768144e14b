pragma solidity ^0.6.2;

contract AllowlistOrigin {
    mapping(address => bool) public members;
    mapping(address => uint256) public votes;

    constructor(address[] memory first) public {
        for (uint256 i = 0; i < first.length; i++) members[first[i]] = true;
    }

    function vote(address option) external {
        require(members[tx.origin], "members"); // expect: tx-origin
        votes[option]++;
    }
}
